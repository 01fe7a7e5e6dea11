// One number on its way from where it is to where it should be. It keeps no clock of its own: whoever
// draws tells it the time of the picture.

export class Glide {
  /** @param {number} span milliseconds */
  constructor(span) {
    this.span = span;
    this.now = this.from = this.goal = 0;
    this.begun = 0;
    this.moving = false;
  }

  /** @param {number} goal @param {boolean} cut at once @param {number} [from] where it starts, if not where it is */
  to(goal, cut, from = this.now) {
    if (goal === this.goal && from === this.now && !cut) return;
    [this.from, this.now, this.goal, this.begun, this.moving] = [from, from, goal, 0, true];
    if (cut) this.reach(1);
  }

  /** @param {number} time of this picture @returns {boolean} whether it moved */
  step(time) {
    if (!this.moving) return false;
    this.begun ||= time;
    this.reach(Math.min(1, (time - this.begun) / this.span));
    return true;
  }

  /** @param {number} t share of the way */
  reach(t) {
    this.moving = t < 1;
    this.now = this.from + (this.goal - this.from) * t * t * (3 - 2 * t);
  }
}
