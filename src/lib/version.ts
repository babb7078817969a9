/** The version as the sidebar shows it. */
export const versionLabel = `v${import.meta.env.VITE_APP_VERSION}`;
