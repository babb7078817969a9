/** What stands on books, on labels of ours and on our papers. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'code_39', 'qr_code'] as const;

type Found = readonly { rawValue: string }[];
type Detector = { detect: (image: HTMLVideoElement) => Promise<Found> };
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

/** The browser's own reader, where it has one that knows these codes. */
async function ownDetector(): Promise<Detector | undefined> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (Own === undefined) return undefined;
  const known = new Set(await Own.getSupportedFormats());
  return FORMATS.every((format) => known.has(format)) ? new Own({ formats: FORMATS }) : undefined;
}

async function fetchedDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  return new BarcodeDetector({ formats: [...FORMATS] });
}

/** What reads codes from a picture: the browser's, else one that is fetched on first use (1 MB). */
export const codeDetector = async (): Promise<Detector> =>
  (await ownDetector()) ?? fetchedDetector();
