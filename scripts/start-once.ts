import { startDemoServer } from './built-server.ts';

// Starts the built server with the Node that runs this script, reads the client and the API from
// it, and stops it again.
const server = await startDemoServer();
for (const path of ['/', '/api/setup']) {
  const answer = await fetch(server.origin + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}:\n${server.said()}`);
}
await server.stop();
console.log(`The built server starts and answers under Node ${process.version}.`);
