/** A piece of a line of the manual. */
export type ManualInline =
  | string
  /** A name as it stands on a screen. */
  | { name: string }
  /** A link to another text of the manual, by its path below the language: `clerk/refund`. */
  | { link: string; text: string };

/** A picture of the manual: where it is, and its size on the page. */
export type ManualPicture = { address: string; width: number; height: number };

/** A part of a text of the manual, as the build makes it of Markdown (docs/manual/README.md). */
export type ManualBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; line: readonly ManualInline[] }
  | ({ kind: 'picture'; alt: string } & ManualPicture)
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly ManualBlock[])[] };
