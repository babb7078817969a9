import { buildAll } from './build.ts';

buildAll({ staleOnly: false });
