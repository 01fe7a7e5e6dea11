// The editor of a sampler's Python: CodeMirror in a shadow root. There it keeps its styles in constructed style sheets;
// in the page itself it would write a style element, which the policy refuses.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** @typedef {{line: number, text: string}} Fault line: from 1 */

const TYPED = 'ui-monospace, Menlo, Consolas, monospace';
/** @type {import('@codemirror/state').StateEffectType<import('@codemirror/view').DecorationSet>} */
const setFault = StateEffect.define();

/** The fault under its line, until the text is changed. */
const faults = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    const told = change.effects.find((effect) => effect.is(setFault));
    if (told) return told.value;
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @param {HTMLElement} host empty, and given a shadow root once @param {{label: string, changed: () => void, run: () => void}} options
 *  @returns {{text: string, put: (text: string, rule: number) => void, fault: (fault: Fault) => void, focus: () => void}}
 *  put: another text, with the line of its commit rule marked, from 1 */
export function createEditor(host, { label, changed, run }) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({ parent: root, root });
  const extensions = [
    lineNumbers(), history(), indentOnInput(), indentUnit.of('    '), bracketMatching(), highlightActiveLine(), faults, look, replacing,
    pythonLanguage, syntaxHighlighting(colours), keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }, ...defaultKeymap, ...historyKeymap, indentWithTab]), leaving,
    EditorView.contentAttributes.of({ 'aria-label': label, lang: 'en', spellcheck: 'false', tabindex: '0' }),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
  ];
  return {
    get text() {
      return view.state.doc.toString();
    },
    put(text, rule) {
      view.setState(EditorState.create({ doc: text, extensions: [...extensions, marked(rule)] }));
      toLine(view, rule);
    },
    fault({ line, text }) {
      const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
      const under = Decoration.widget({ widget: new Told(text), side: 1, block: true });
      view.dispatch({ effects: setFault.of(Decoration.set([Decoration.line({ class: 'cm-fault' }).range(at.from), under.range(at.to)])) });
      toLine(view, line);
    },
    focus: () => view.focus(),
  };
}

/** Put the cursor on a line and the line in the middle. @param {EditorView} view @param {number} line */
function toLine(view, line) {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}

/** A line that is marked wherever it goes. @param {number} line */
function marked(line) {
  return StateField.define({
    create: ({ doc }) => Decoration.set(Decoration.line({ class: 'cm-rule' }).range(doc.line(Math.min(line, doc.lines)).from)),
    update: (marks, change) => marks.map(change.changes),
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** After Esc the next Tab leaves, however long the reader takes; whatever else is done ends that. */
const leaving = EditorView.domEventHandlers({
  keydown(event, view) {
    if (event.key === 'Escape') view.setTabFocusMode(true);
    else if (event.key !== 'Tab' && event.key !== 'Shift') view.setTabFocusMode(false);
    return false;
  },
  focus(_, view) {
    view.setTabFocusMode(false);
    return false;
  },
});

/** What is typed over a selection is written here: left alone, Chromium copies the colours that stood there into style
 *  attributes, which the policy refuses. */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || event.data === null || view.composing || state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(state.update(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true }));
    return true;
  },
});

class Told extends WidgetType {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  toDOM() {
    return Object.assign(document.createElement('div'), { className: 'cm-told', textContent: `▲ ${this.text}` });
  }

  /** @param {Told} other */
  eq(other) {
    return other.text === this.text;
  }
}

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.string], color: 'var(--muted)' },
  { tag: [tags.keyword, tags.operatorKeyword], fontWeight: '600' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className], color: 'var(--link)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--paper)', border: '1px solid var(--muted)', borderRadius: '4px', fontSize: '0.84rem' },
  '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: TYPED, lineHeight: '1.55', height: '24rem', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--sheet)', borderRight: '1px solid var(--rule)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--rule) 40%, transparent)' },
  '.cm-rule': { boxShadow: 'inset 4px 0 0 var(--brass)' },
  '.cm-fault': { textDecoration: 'underline wavy var(--red)' },
  '.cm-told': { color: 'var(--red)', fontWeight: '600', padding: '0 0.5em 0.2em', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--brass) 45%, transparent)' },
});
