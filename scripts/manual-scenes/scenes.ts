import { adminScenes } from './admin.ts';
import { clerkScenes } from './clerk.ts';
import { financeScenes } from './finance.ts';
import type { Scene } from './scene.ts';

/** Every picture of the manual, in the order in which they are taken. */
export const scenes: readonly Scene[] = [...clerkScenes, ...adminScenes, ...financeScenes];
