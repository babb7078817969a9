import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { stopWithParent } from './stop-with-parent.ts';

const { PORT = '4173' } = process.env;
const bin = (name: string) => path.join('node_modules', '.bin', name);

// The client's development server passes /api on to the port on which the API listens.
const env = { ...process.env, PORT, API_PORT: PORT };
const children: ChildProcess[] = [
  spawn(
    bin('tsx'),
    ['watch', '--clear-screen=false', '--include', 'server/**/*', 'server/main.ts'],
    {
      env,
      stdio: 'inherit',
    },
  ),
  spawn(bin('vite'), [], { env, stdio: 'inherit' }),
];

function stopAll(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
}

stopWithParent();
process.on('SIGINT', () => stopAll('SIGINT')).on('SIGTERM', () => stopAll('SIGTERM'));
// The client and the API need each other, so the first to end stops the other.
for (const child of children) child.once('exit', () => stopAll('SIGTERM'));
