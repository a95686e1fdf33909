// Odds as CSV (RFC 4180), a row for each outcome and swept value; bounds have no probability. Cells that a spreadsheet would read as formulas begin with
// an apostrophe, as `--spreadsheet-safe` writes them. test/unit/model.test.ts.
import type { OddsResult } from '../engine/protocol';

function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function oddsCsv({ columns, answers }: OddsResult, swept: string | null): string {
  const hasFractions = answers.some(({ rows }) => rows.some(({ fraction }) => fraction !== null));
  const hasEstimates = answers.some(({ rows }) => rows.some(({ estimate }) => estimate !== null));
  const head = [...(swept === null ? [] : [swept]), ...columns, 'probability', 'low', 'high', ...(hasFractions ? ['fraction'] : []), ...(hasEstimates ? ['est', 'est_lo', 'est_hi'] : [])];
  const lines = [head];
  for (const { value, rows, exact } of answers) {
    for (const { values, probability, low, high, fraction, estimate } of rows) {
      lines.push([
        ...(swept === null ? [] : [value ?? '']), ...values, exact ? String(probability) : '', String(low), String(high),
        ...(hasFractions ? [fraction ?? ''] : []),
        ...(hasEstimates ? [estimate?.probability, estimate?.low, estimate?.high].map((p) => String(p ?? '')) : []),
      ]);
    }
  }
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
