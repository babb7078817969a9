interface ImportMetaEnv {
  /**
   * Origin of the API when the client is served from elsewhere; empty for our own. Set from
   * API_ORIGIN by the build.
   */
  readonly VITE_API_ORIGIN?: string;
  /** The version of package.json. */
  readonly VITE_APP_VERSION: string;
}
