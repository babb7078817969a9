import { writeFileSync } from 'node:fs';
import { drawing } from './architecture-drawing.ts';

// Draws the layers of the server from its imports. Run it after a module or an import between
// modules has changed, look at the drawing, and commit it.
writeFileSync('docs/architecture.svg', drawing());
