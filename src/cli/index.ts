#!/usr/bin/env node
import { runCli } from './run.ts';

const { stdin, stdout, stderr } = process;

// `switchhook fixtures | head -1`: the reader has seen enough, and the exit code is still the command's own.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1;
  });
}

void runCli(process.argv.slice(2), { stdin, stdout, stderr, signals: process }, process.env).then((code) => {
  process.exitCode ??= code;
  // What is still open, such as a connection to a Redis that is away, must not keep the process: but what was written must get out.
  stdout.write('', () => stderr.write('', () => process.exit()));
});
