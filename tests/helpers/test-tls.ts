import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-tls-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * A certificate for localhost that nobody trusts, and its key; made anew for every run, so no key
 * is ever kept.
 */
export const testTlsFiles = {
  cert: path.join(folder, 'cert.pem'),
  key: path.join(folder, 'key.pem'),
};

/** Makes a new certificate and key at the paths of `files`. */
export function makeCertificate(files: typeof testTlsFiles): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...kind, '-days', '2', ...name, '-keyout', files.key, '-out', files.cert],
    { stdio: 'ignore' },
  );
}

makeCertificate(testTlsFiles);

export const testTls = {
  cert: readFileSync(testTlsFiles.cert),
  key: readFileSync(testTlsFiles.key),
};
