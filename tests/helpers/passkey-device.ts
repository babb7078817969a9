import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  MadePasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '#contract/centre/second-factor.ts';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** The first byte of a value of CBOR with its size; enough for the sizes that a passkey has. */
function headOf(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string')
    return Buffer.concat([headOf(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value]);
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of)]);
  return Buffer.concat([headOf(5, value.size), ...entries]);
}

const sha = (content: Buffer | string) => createHash('sha256').update(content).digest();
const written = (content: Buffer | string) => Buffer.from(content).toString('base64url');
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

type Use = {
  /** Another page than the one that asked. */
  origin?: string;
  /** False for a device that did not check who holds it. */
  isVerified?: boolean;
  /** The count of uses, where a copy of the device goes back. */
  counter?: number;
};

/** A device of one page that makes one passkey and uses it, with real keys and signatures. */
export class PasskeyDevice {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject };
  #user = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  #signed(type: 'create' | 'get', challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }));
  }

  #state(host: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha(host), Buffer.from([flags]), count]);
  }

  #base() {
    const id = written(this.#id);
    return { id, rawId: id, type: 'public-key' } as const;
  }

  make({ rp, challenge, user }: PasskeyCreation, { isVerified = true }: Use = {}): MadePasskey {
    this.#user = user.id;
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const key = new Map<Cbor, Cbor>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const authData = Buffer.concat([
      this.#state(rp.id, PRESENT | WITH_KEY | (isVerified ? VERIFIED : 0), 0),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      cbor(key),
    ]);
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#base(),
      response: {
        clientDataJSON: written(this.#signed('create', challenge, this.#origin)),
        attestationObject: written(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  use({ challenge, rpId }: PasskeyRequest, { isVerified = true, ...use }: Use = {}): UsedPasskey {
    this.#counter = use.counter ?? this.#counter + 1;
    const clientData = this.#signed('get', challenge, use.origin ?? this.#origin);
    const flags = PRESENT | (isVerified ? VERIFIED : 0);
    const authenticatorData = this.#state(rpId, flags, this.#counter);
    const content = Buffer.concat([authenticatorData, sha(clientData)]);
    return {
      ...this.#base(),
      response: {
        clientDataJSON: written(clientData),
        authenticatorData: written(authenticatorData),
        signature: written(sign('sha256', content, this.#key.privateKey)),
        ...(this.#user !== '' && { userHandle: this.#user }),
      },
    };
  }
}
