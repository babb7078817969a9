import { copyFileSync, cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const outDir = 'dist/server';

/** Files that the server opens by name at run time, beside its bundle. */
function copyRuntimeFiles(): Plugin {
  return {
    name: 'copy-runtime-files',
    writeBundle: () => {
      cpSync('server/db/migrations', `${outDir}/migrations`, { recursive: true });
      copyFileSync('server/db/pglite-worker.mjs', `${outDir}/pglite-worker.mjs`);
    },
  };
}

/** The server, and the commands that an installation runs beside it. */
const entries = {
  main: 'server/main.ts',
  'check-books': 'server/commands/check-books.ts',
  recover: 'server/commands/recover.ts',
  backup: 'server/commands/backup.ts',
  restore: 'server/commands/restore.ts',
  'move-to-postgres': 'server/commands/move-to-postgres.ts',
  'install-service': 'server/commands/install-service.ts',
  'backup-child': 'server/safekeeping/backups/backup-child.ts',
};

// Packages stay outside the bundle and are loaded from node_modules.
export default defineConfig({
  publicDir: false,
  plugins: [copyRuntimeFiles()],
  ssr: { external: true },
  build: {
    ssr: true,
    // Chunks lie beside the entries, because the files above are found next to the chunk that opens
    // them.
    rollupOptions: { input: entries, output: { chunkFileNames: '[name]-[hash].js' } },
    outDir,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
  },
});
