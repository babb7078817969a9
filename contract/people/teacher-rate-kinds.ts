/** A file of its own, because signatures and rates both name the kinds. */
export const teacherRateKinds = ['hour', 'session'] as const;
export type TeacherRateKind = (typeof teacherRateKinds)[number];
