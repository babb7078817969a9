import fs from 'node:fs';
import { createSecureContext } from 'node:tls';

/** The paths of a certificate and its key, as PEM. */
export type TlsFiles = { cert: string; key: string };
/** Their content. */
export type Tls = { cert: Buffer; key: Buffer };

/** Reads both files. Throws if they cannot be read or do not belong together. */
export function readTls(files: TlsFiles): Tls {
  const tls = { cert: fs.readFileSync(files.cert), key: fs.readFileSync(files.key) };
  createSecureContext(tls);
  return tls;
}
