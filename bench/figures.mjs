// Series of measurements, and how two of them compare.

/** The value below which this share of the series lies, between neighbours in proportion. */
export function quantile(series, share) {
  const sorted = series.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.ceil(position);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

export const median = (series) => quantile(series, 0.5);

/**
 * One line of a report. `values[i]` and `baselines[i]` were measured right after each other, so that whatever
 * else the machine did at the time is in both; the ratio is the median of the ratios of such pairs. The goal is for the
 * ratio; a `limit` is one for the value itself.
 */
export function compare(what, { unit, values, baselines, against, goal = null, limit = null }) {
  const ratios = values.map((value, index) => value / baselines[index]);
  return {
    what,
    unit,
    value: median(values),
    against,
    baseline: median(baselines),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    pairs: ratios.length,
    goal,
    limit,
    met: limit !== null ? median(values) <= limit : goal !== null ? median(ratios) <= goal : null,
  };
}
