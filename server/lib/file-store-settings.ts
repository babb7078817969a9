/** The S3-compatible store for contents of files. docs/operations.md, "Files in a store". */
export type FileStoreSettings = {
  bucket: string;
  region: string;
  /** The address of a store that is not Amazon's. */
  endpoint: string | undefined;
  /** Stands before every digest, so that several centres can share a bucket. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `back` brings contents back into the database. */
  direction: 'out' | 'back';
};

const NAMES = [
  'FILES_S3_BUCKET',
  'FILES_S3_ENDPOINT',
  'FILES_S3_REGION',
  'FILES_S3_PREFIX',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
  'FILES_S3_DIRECTION',
] as const;
const NEEDED = ['FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const;

/** An address without a path, an account or a password in it. */
function isEndpoint(value: string): boolean {
  if (!/^https?:/.test(value) || !URL.canParse(value)) return false;
  return new URL(value).origin === value.replace(/\/$/, '');
}

const rules: [name: (typeof NAMES)[number], isRight: (value: string) => boolean, how: string][] = [
  [
    'FILES_S3_BUCKET',
    (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'is no name of a bucket: write it like FILES_S3_BUCKET=branchdesk-files.',
  ],
  [
    'FILES_S3_ENDPOINT',
    isEndpoint,
    'is no address of a store: write it like FILES_S3_ENDPOINT=https://s3.example.com, without a path or a password.',
  ],
  [
    'FILES_S3_REGION',
    (value) => /^[a-z0-9-]{1,40}$/.test(value),
    'is no region: write it like FILES_S3_REGION=ap-southeast-1.',
  ],
  [
    'FILES_S3_PREFIX',
    (value) => /^[\w.-]+(\/[\w.-]+)*\/?$/.test(value),
    'is no beginning of a name: write it like FILES_S3_PREFIX=my-centre/.',
  ],
  [
    'FILES_S3_DIRECTION',
    (value) => value === 'out' || value === 'back',
    'is neither out nor back: leave it empty, or write FILES_S3_DIRECTION=back to bring the files back.',
  ],
];

/**
 * Reads the settings of the store; none if no variable of it is set. No sentence about what is
 * wrong has a key in it.
 */
export function readFileStore(variables: Record<string, string | undefined>): {
  settings?: FileStoreSettings;
  wrong: string[];
} {
  const of = (name: (typeof NAMES)[number]) => variables[name];
  if (NAMES.every((name) => of(name) === undefined)) return { wrong: [] };
  const missing = NEEDED.filter((name) => of(name) === undefined);
  const wrong = rules.flatMap(([name, isRight, how]) => {
    const value = of(name);
    if (value === undefined || isRight(value)) return [];
    // A wrong address may have a password in it.
    return [
      name === 'FILES_S3_ENDPOINT' ? `${name} ${how}` : `${name} is "${value}", which ${how}`,
    ];
  });
  if (missing.length > 0)
    wrong.push(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: the store of files needs ${NEEDED.join(', ')}.`,
    );
  if (wrong.length > 0) return { wrong };
  return {
    wrong,
    settings: {
      bucket: of('FILES_S3_BUCKET') ?? '',
      region: of('FILES_S3_REGION') ?? 'us-east-1',
      endpoint: of('FILES_S3_ENDPOINT')?.replace(/\/$/, ''),
      prefix: of('FILES_S3_PREFIX')?.replace(/\/?$/, '/') ?? '',
      accessKeyId: of('FILES_S3_ACCESS_KEY_ID') ?? '',
      secretAccessKey: of('FILES_S3_SECRET_ACCESS_KEY') ?? '',
      direction: of('FILES_S3_DIRECTION') === 'back' ? 'back' : 'out',
    },
  };
}
