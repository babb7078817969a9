/**
 * The header of every answer of a session: a short mark of the right with which it acts. Another
 * mark tells the page that its role, branch or permission set has changed.
 */
export const RIGHT_HEADER = 'x-right';
