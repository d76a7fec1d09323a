/** The points of a class, kept in the plugin's configuration. A list of pairs, so that any name will do as a name. */
export class Scoreboard {
  #api;
  #points;

  constructor(api) {
    this.#api = api;
    const { points = [] } = api.getConfig();
    this.#points = new Map(points);
  }

  get size() {
    return this.#points.size;
  }

  /** Highest first. */
  get ranking() {
    return [...this.#points]
      .map(([student, points]) => ({ student, points }))
      .sort((a, b) => b.points - a.points || a.student.localeCompare(b.student, 'zh'));
  }

  /** Adds points, or takes them with a negative number; returns the new total once it is stored. */
  async add(student, points) {
    const total = (this.#points.get(student) ?? 0) + points;
    this.#points.set(student, total);
    await this.#api.setConfig({ points: [...this.#points] });
    return total;
  }
}
