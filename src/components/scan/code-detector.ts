/** Supported barcode formats: those of books, of our labels and of our papers. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'code_39', 'qr_code'] as const;

type Found = readonly { rawValue: string }[];
type Detector = { detect: (image: HTMLVideoElement) => Promise<Found> };
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

/** The browser's own detector, if it supports these formats. */
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

/** A barcode detector: the browser's own, else one that is fetched on first use (1 MB). */
export const codeDetector = async (): Promise<Detector> =>
  (await ownDetector()) ?? fetchedDetector();
