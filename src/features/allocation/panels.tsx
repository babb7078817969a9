import { lazy } from 'react';

// Loaded once something is planned or saved, because a board must open fast.
export const PlanPanel = lazy(async () => ({
  default: (await import('./plan-panel.tsx')).PlanPanel,
}));
export const TeacherPlan = lazy(async () => ({
  default: (await import('#src/features/allocation/teachers/teacher-plan.tsx')).TeacherPlan,
}));
export const DoneBar = lazy(async () => ({ default: (await import('./done-bar.tsx')).DoneBar }));
export const ChangeDialog = lazy(async () => ({
  default: (await import('#src/entities/enrolment/change-dialog.tsx')).ChangeDialog,
}));
