import { recordCopy } from '#src/offline/lists/cached-record.ts';

// All data that a teacher needs in a room without network is stored under one name, so that the
// device lists it as one copy.
export const OF_CLASSES = 'class-sessions|';
const classCopy = (id: string, part: string, path: string) =>
  recordCopy(`${OF_CLASSES}${id}|${part}`, path);

/** True if a stored list of this name belongs to the class. */
export const isOfClass = (id: string, name: unknown): boolean =>
  String(name).startsWith(`${OF_CLASSES}${id}|`);

export const classOf = (id: string) => classCopy(id, 'class', `/classes/${encodeURIComponent(id)}`);
export const copiedSessions = (id: string) =>
  classCopy(id, 'sessions', `/class-sessions?classId=${encodeURIComponent(id)}`);
export const rosterOf = (id: string) =>
  classCopy(id, 'roster', `/classes/${encodeURIComponent(id)}/roster`);
export const attendanceOf = (sessionId: string) =>
  classCopy(sessionId, 'attendance', `/class-sessions/${encodeURIComponent(sessionId)}/attendance`);
export const copiedScores = (id: string) =>
  classCopy(id, 'scores', `/classes/${encodeURIComponent(id)}/scores`);
