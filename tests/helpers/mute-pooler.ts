import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';

const NOTIFICATION = 'A'.charCodeAt(0);
/** A message of PostgreSQL: one byte for its kind, and four for its length without that byte. */
const HEAD = 5;

/** Passes the messages of PostgreSQL on, but for notifications while it is mute. */
function withoutNotices(isMute: () => boolean, send: (part: Buffer) => void) {
  let rest = Buffer.alloc(0);
  return (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= HEAD) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] !== NOTIFICATION || !isMute()) send(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

/**
 * Stands between the server and PostgreSQL and swallows notifications, as a pooler does that lends
 * its connections for one transaction.
 */
export async function startMutePooler(url: string) {
  const { hostname, port } = new URL(url);
  let isMute = true;
  const sockets = new Set<net.Socket>();
  const pooler = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [client, server].map((one) => one.destroy()));
    }
    client.pipe(server);
    server.on(
      'data',
      withoutNotices(
        () => isMute,
        (part) => client.write(part),
      ),
    );
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  return {
    /** The address of a database behind it. */
    address: (database: string) => {
      const behind = new URL(database);
      behind.hostname = '127.0.0.1';
      behind.port = String((pooler.address() as AddressInfo).port);
      return behind.href;
    },
    setMute: (value: boolean) => (isMute = value),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      await once(pooler, 'close');
    },
  };
}
