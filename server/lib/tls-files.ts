import fs from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** The paths of a certificate and its key, as PEM. */
export type TlsFiles = { cert: string; key: string };
/** Their content. */
export type Tls = { cert: Buffer; key: Buffer };

/**
 * Suites with forward secrecy and authenticated encryption alone; Node's own list also has older
 * ones. Every browser that the app runs in speaks TLS 1.3 or one of these.
 */
export const secureChannel: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
};

/** Reads both files. Throws if they cannot be read or do not belong together. */
export function readTls(files: TlsFiles): Tls {
  const tls = { cert: fs.readFileSync(files.cert), key: fs.readFileSync(files.key) };
  createSecureContext(tls);
  return tls;
}
