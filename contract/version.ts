/**
 * The version shown in the sidebar and answered by GET `/health`; a test holds it equal to
 * package.json.
 */
export const VERSION = '1.6.0';
