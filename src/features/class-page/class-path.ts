import { editPath, paths } from '#src/lib/paths.ts';

export const tabs = ['roster', 'sessions', 'attendance', 'scores'] as const;
export type ClassTab = (typeof tabs)[number];

/** The address of a part of a class's page, with a session if the part has one. */
export function classPath(classId: string, tab: ClassTab, session?: string): string {
  const path = `${editPath(paths.classOverview, classId)}&tab=${tab}`;
  return session === undefined ? path : `${path}&session=${encodeURIComponent(session)}`;
}
