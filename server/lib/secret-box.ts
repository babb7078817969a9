import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

// Secrets that the server must read again are sealed with a key that no backup holds:
// docs/security.md, "Sealed secrets".

export const SECRETS_KEY_BYTES = 32;
const FILE = 'secrets.key';
const NONCE_BYTES = 12;
const FORM = 'v1';

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

export type SecretBox = {
  /** Seals a value for one place, such as `second_factors/ID/secret`; nothing else opens it. */
  seal: (value: Buffer, place: string) => string;
  /** The value; nothing if it was sealed with another key, for another place, or was changed. */
  open: (sealed: string, place: string) => Buffer | undefined;
};

/** AES-256-GCM under `key`. A sealed value is `v1$key id$nonce$tag$content`. */
export function secretBox(key: Buffer): SecretBox {
  const id = idOf(key);
  return {
    seal: (value, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(value), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), content].map((part) => part.toString('base64url'));
      return [FORM, id, ...parts].join('$');
    },
    open: (sealed, place) => {
      const [form, keyId, ...parts] = sealed.split('$');
      const [nonce, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (form !== FORM || keyId !== id || !nonce || !tag || !content) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
        decipher.setAuthTag(tag);
        return Buffer.concat([decipher.update(content), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** 32 bytes in base64, or nothing. */
export function readSecretsKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === SECRETS_KEY_BYTES ? key : undefined;
}

/** The key of a data folder, made with the first use; only this account may read it. */
export function keyOfFolder(folder: string): Buffer {
  const file = path.join(folder, FILE);
  try {
    fs.writeFileSync(file, `${randomBytes(SECRETS_KEY_BYTES).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readSecretsKey(fs.readFileSync(file, 'utf8'));
  if (!key) throw new Error(`${file} holds no key of 32 bytes in base64.`);
  return key;
}
