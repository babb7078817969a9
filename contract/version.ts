/**
 * The version shown in the sidebar and answered by GET `/version`; a test compares it with
 * package.json.
 */
export const VERSION = '1.6.0';
