import { readFileSync } from 'node:fs';

/** A certificate for localhost that nobody trusts, and its key. */
export const testTlsFiles = {
  cert: 'tests/helpers/tls/localhost-cert.pem',
  key: 'tests/helpers/tls/localhost-key.pem',
};

export const testTls = { cert: readFileSync(testTlsFiles.cert), key: readFileSync(testTlsFiles.key) };
