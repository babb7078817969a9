import { start } from '#src/app/start/start.tsx';

void start();
