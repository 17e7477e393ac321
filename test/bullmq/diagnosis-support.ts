import { type DiagnoseOptions, diagnoseQueue, type Finding } from '../../src/bullmq/index.ts';

/** The findings of `diagnoseQueue` by what was looked at. What is not good must say what to do. */
export async function diagnose(options: DiagnoseOptions): Promise<Record<string, Finding | undefined>> {
  const findings = await diagnoseQueue(options);
  // what is not good says what to do
  for (const { verdict, advice } of findings) expect(advice === undefined).toBe(verdict === 'good');
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}
