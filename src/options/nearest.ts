/** The candidate that takes the fewest edits to become `name`, the first of equals. Case counts less than letters. */
export function nearestTo(name: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates.map((candidate) => ({ candidate, cost: editCost(name, candidate) }));
  return ranked.sort((a, b) => a.cost - b.cost)[0]?.candidate;
}

/** Letters to insert, drop or replace to turn `from` into `to` (Levenshtein); another case costs a tenth. */
export function editCost(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(row, column - 1) + letterCost(letter, to.charAt(column - 1));
      next.push(Math.min(replaced, at(row, column) + 1, at(next, column - 1) + 1));
    }
    row = next;
  }
  return at(row, to.length);
}

function letterCost(a: string, b: string): number {
  if (a === b) return 0;
  return a.toLowerCase() === b.toLowerCase() ? 0.1 : 1;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
