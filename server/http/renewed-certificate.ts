import https from 'node:https';
import type { FastifyInstance } from 'fastify';
import { readTls, secureChannel, type Tls, type TlsFiles } from '#server/lib/tls-files.ts';

const LOOK_EVERY_MS = 60_000;

const isSame = (one: Tls, other: Tls) => one.cert.equals(other.cert) && one.key.equals(other.key);

/**
 * Looks at the files of the certificate every minute, and uses a renewed one for new connections
 * without a restart. While the files cannot be used, as in the middle of a renewal, the earlier
 * certificate stays, and the log says so once.
 */
export function followCertificate(
  app: FastifyInstance,
  { tls, tlsFiles }: { tls: Tls | undefined; tlsFiles: TlsFiles | undefined },
  lookEveryMs: number = LOOK_EVERY_MS,
): void {
  const { server } = app;
  if (!tls || !tlsFiles || !(server instanceof https.Server)) return;
  let used = tls;
  let complaint = '';
  const look = () => {
    try {
      const found = readTls(tlsFiles);
      complaint = '';
      if (isSame(found, used)) return;
      server.setSecureContext({ ...secureChannel, ...found });
      used = found;
      app.log.info('the renewed certificate is used');
    } catch (error) {
      const { message } = error as Error;
      if (message !== complaint)
        app.log.error({ err: error }, 'the certificate files cannot be used, the old one stays');
      complaint = message;
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
