import { lazy } from 'react';

// Needed once something is planned or done: a board has to come fast.
export const PlanPanel = lazy(async () => ({ default: (await import('./plan-panel.tsx')).PlanPanel }));
export const TeacherPlan = lazy(async () => ({ default: (await import('./teacher-plan.tsx')).TeacherPlan }));
export const DonePanel = lazy(async () => ({ default: (await import('./done-panel.tsx')).DonePanel }));
export const ChangeDialog = lazy(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }));
