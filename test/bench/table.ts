import type { Summary } from './stats.ts';

/** Lines of a table: the first column to the left, the others to the right. */
export function formatTable(title: string, rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [`\n${title}\n`, lines[0], rule, ...lines.slice(1)].join('\n');
}

/** A ratio such as `2.71x`, or a dash for none. */
export function formatRatio(ratio: Summary | undefined): string {
  return ratio === undefined || Number.isNaN(ratio.median) ? '-' : `${ratio.median.toFixed(2)}x`;
}

/** Half the way from the smallest to the largest, in percent of the median. */
export function formatSpread({ median, min, max }: Summary): string {
  return Number.isNaN(median) ? '-' : `±${(((max - min) / 2 / median) * 100).toFixed(0)}%`;
}

/** A number with `digits` decimals and commas, or a dash for none. */
export function formatNumber(value: number | undefined, digits = 0): string {
  if (value === undefined || Number.isNaN(value)) return '-';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
