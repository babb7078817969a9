import fs from 'node:fs';
import path from 'node:path';
import type { FileStoreSettings } from '#server/lib/file-store-settings.ts';
import { sealFile, SEALED, unsealFile } from './age-file.ts';
import { copyEngineFolder, copyJournal, type JournalEnd } from './copy-folder.ts';
import { dumpDatabase, tryDump } from './dump-database.ts';
import { compareWith, inspectFolder, type Inspection } from './inspect-copy.ts';
import {
  DamagedBackup,
  DUMP,
  ENGINE_FOLDER,
  newManifest,
  type BackupFacts,
  type Manifest,
} from './manifest.ts';
import { lookForFiles, type NamedFile } from './outside-files.ts';
import { copyFile, fileDigest, giveName } from './sync-files.ts';
import { NewZip, readBackup } from './zip-file.ts';

// The process that does the heavy work of a backup: copying, packing, opening and comparing. The
// server stays free for the desks, and a copy that harms whoever opens it harms this process only.

const ZIP = 'backup.zip';

export type Finished = {
  fileName: string;
  bytes: number;
  sha256: string;
  takenAt: string;
  /** Null if nothing could open the copy. */
  differences: number | null;
  /** A sentence about files outside that were not found; empty if none is missing. */
  missing: string;
};

type Target = {
  work: string;
  folder: string;
  name: string;
  passphrase: string | undefined;
  fileStore: FileStoreSettings | undefined;
};

/** Packs the copy, opens it, adds the manifest, compares the packed file, and gives it its name. */
async function finish(
  { work, folder, name, passphrase, fileStore }: Target,
  pack: (zip: NewZip) => Promise<Manifest['files']>,
  open: () => Promise<{
    facts: BackupFacts;
    rows: Record<string, number>;
    outside: NamedFile[];
    found?: Inspection;
  }>,
): Promise<Finished> {
  const zipped = path.join(work, ZIP);
  const zip = new NewZip(zipped);
  const files = await pack(zip);
  const { facts, rows, outside, found } = await open();
  const { missing, ...searched } = await lookForFiles(outside, fileStore);
  const proof = found ? { at: new Date().toISOString(), differences: found.differences } : null;
  await zip.end(newManifest(facts, { rows, proof, files, ...searched }));
  await readBackup(zipped);
  let finished = zipped;
  if (passphrase !== undefined) {
    finished = `${zipped}${SEALED}`;
    await sealFile(zipped, finished, passphrase);
  }
  const isGood = found?.differences === 0;
  const ending = `${isGood ? '' : '-unproved'}.zip${passphrase === undefined ? '' : SEALED}`;
  const fileName = `${name}${ending}`;
  const sha256 = await fileDigest(finished);
  const { size: bytes } = await fs.promises.stat(finished);
  await giveName(finished, path.join(folder, fileName));
  const differences = found?.differences ?? null;
  return { fileName, bytes, sha256, takenAt: facts.takenAt, differences, missing };
}

const tasks = {
  copyFolder: ({ from, work }: { from: string; work: string }) =>
    copyEngineFolder(from, path.join(work, ENGINE_FOLDER)),

  copyJournal: ({ from, work, end }: { from: string; work: string; end: JournalEnd }) =>
    copyJournal(from, path.join(work, ENGINE_FOLDER), end),

  finishFolder: (job: Target & { facts: BackupFacts }) =>
    finish(
      job,
      (zip) => zip.addFolder(path.join(job.work, ENGINE_FOLDER), ENGINE_FOLDER),
      async () => {
        const found = await inspectFolder(job.work, { temporary: true });
        compareWith(found, { rows: undefined, series: job.facts.series });
        return { facts: job.facts, rows: found.rows, outside: found.outside, found };
      },
    ),

  dump: async (
    job: Target & { address: string; checkAddress: string; startedAt: string },
  ): Promise<Finished> => {
    const file = path.join(job.work, DUMP);
    const { facts, rows, outside } = await dumpDatabase(job.address, file);
    return finish(
      job,
      (zip) => zip.addFile(file, DUMP),
      async () => {
        const found = await tryDump(job.checkAddress, file);
        if (found) compareWith(found, { rows, series: facts.series });
        return {
          facts: { ...facts, startedAt: job.startedAt },
          rows,
          outside,
          ...(found && { found }),
        };
      },
    );
  },

  /** Copies a finished backup to another place, sealed if there is a passphrase. */
  copyTo: async ({ from, to, passphrase }: { from: string; to: string; passphrase?: string }) => {
    const unfinished = `${to}.unfinished`;
    await fs.promises.rm(unfinished, { force: true });
    if (passphrase === undefined) {
      await copyFile(from, unfinished);
      if ((await fileDigest(unfinished)) !== (await fileDigest(from)))
        throw new DamagedBackup('The copy is not what was copied.');
    } else await sealFile(from, unfinished, passphrase);
    await giveName(unfinished, to);
  },

  unseal: ({ from, to, passphrase }: { from: string; to: string; passphrase: string }) =>
    unsealFile(from, to, passphrase),
};

export type Tasks = typeof tasks;

type Ask = {
  [Name in keyof Tasks]: { task: Name; input: Parameters<Tasks[Name]>[0] };
}[keyof Tasks];

async function answer({ task, input }: Ask): Promise<void> {
  try {
    const result = await (tasks[task] as (of: unknown) => Promise<unknown>)(input);
    process.send?.({ result });
  } catch (error) {
    const { name = 'Error', message, code } = error as NodeJS.ErrnoException;
    const kind = (error as object).constructor.name;
    process.send?.({ failed: { name: kind || name, message, code } });
  }
}

process.on('message', (ask: Ask) => void answer(ask));
// The server that asked is gone, so nobody waits for the result.
process.on('disconnect', () => process.exit(1));
process.send?.({ ready: true });
