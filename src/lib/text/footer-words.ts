import { today } from './today.ts';

/** `© 2026 CENTRE NAME`. Lao has no capitals and stays as it is. */
export function copyrightLine(centreName: string): string {
  return `© ${today().slice(0, 4)} ${centreName.toLocaleUpperCase('en')}`;
}

/** The version, for the sidebar and the footer. */
export const versionLabel = `v${import.meta.env.VITE_APP_VERSION}`;
