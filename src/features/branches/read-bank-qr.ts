/**
 * The text of the code in a picture; `undefined` if none can be read. The reader is fetched on
 * first use.
 */
export async function readBankQr(picture: Blob): Promise<string | undefined> {
  try {
    const { BarcodeDetector } = await import('qr/decode.js');
    const [found] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(
      await createImageBitmap(picture),
    );
    return found?.rawValue;
  } catch {
    // No code in it, no picture at all, or no network for the reader: the text can still be pasted.
    return undefined;
  }
}
