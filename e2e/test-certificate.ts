import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EC_KEY = [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-days',
  '2',
];

/** A certificate for a host; `remove` deletes it with its key. */
export type TestCertificate = {
  cert: string;
  key: string;
  /** SHA-256 of its public key, by which a browser can be told to trust it. */
  publicKeyHash: string;
  remove: () => void;
};

/** Makes a certificate that only a browser that was told of it trusts. */
export function makeCertificate(host: string): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-certificate-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},IP:127.0.0.1`];
  execFileSync('openssl', ['req', '-x509', ...EC_KEY, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const publicKey = new X509Certificate(readFileSync(cert)).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return {
    cert,
    key,
    publicKeyHash: createHash('sha256').update(publicKey).digest('base64'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
