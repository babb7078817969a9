interface ImportMetaEnv {
  /**
   * Origin of the API when the client is served from elsewhere; empty for our own. Set from
   * API_ORIGIN by the build.
   */
  readonly VITE_API_ORIGIN?: string;
  /** The version of package.json. */
  readonly VITE_APP_VERSION: string;
}

/** The addresses of the packs of the manual, by their names (`scripts/vite-manual.ts`). */
declare module 'virtual:manual' {
  const packs: Readonly<Record<string, string>>;
  export default packs;
}
