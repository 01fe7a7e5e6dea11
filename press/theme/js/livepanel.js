// What a reader sees of the live toy: a button that says its size, stages with progress, what went
// wrong and Retry, Stop. The engine itself is live.js; here are only its words.

/** @typedef {import('./live.js').Engine} Engine */

export class LivePanel {
  /** @param {HTMLElement} root @param {Engine | null} engine @param {import('./words.js').Words} words
   *  @param {(text: string) => void} say */
  constructor(root, engine, words, say) {
    this.engine = engine;
    this.words = words;
    this.say = say;
    this.status = /** @type {HTMLElement} */ (root.querySelector('[data-show=status]'));
    this.bar = /** @type {HTMLProgressElement} */ (root.querySelector('progress'));
    this.start = /** @type {HTMLButtonElement} */ (root.querySelector('[data-do=start]'));
    this.stop = /** @type {HTMLButtonElement} */ (root.querySelector('[data-do=stop]'));
    this.start.addEventListener('click', () => this.engine?.start());
    this.stop.addEventListener('click', () => this.engine?.stop());
    engine?.addEventListener('change', () => this.show());
    this.show();
  }

  show() {
    const { engine } = this;
    const state = engine ? engine.state : 'none';
    const starting = state === 'starting';
    this.start.hidden = !['off', 'failed', 'stopped'].includes(state);
    this.stop.hidden = !['starting', 'ready'].includes(state);
    this.bar.hidden = !starting;
    this.start.textContent = this.words(state === 'off' ? 'live.start' : 'live.again', { size: megabytes(engine?.total ?? 0) });
    if (starting && engine && engine.stage === 'download' && engine.total) this.bar.value = engine.loaded / engine.total;
    else this.bar.removeAttribute('value');
    const text = this.text(state);
    if (text === this.status.textContent) return;
    this.status.textContent = text;
    this.status.dataset.state = state;
    if (state !== 'off' && state !== 'none') this.say(text);
  }

  /** @param {string} state */
  text(state) {
    const { engine, words } = this;
    if (!engine) return words('live.none');
    if (state === 'starting') {
      return words(`live.stage.${engine.stage}`, { loaded: megabytes(engine.loaded), total: megabytes(engine.total) });
    }
    if (state === 'failed') {
      const { code = 'python', file = '' } = engine.failure ?? {};
      return `${words(`live.failed.${code}`, { file })} ${words('live.stored')}`;
    }
    return words(`live.${state}`);
  }
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
