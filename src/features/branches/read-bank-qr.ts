/**
 * The text of the QR code in a picture, or undefined if it has none. The decoder is fetched on
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
    // The picture has no code, is no picture, or the decoder could not be fetched. The text can
    // still be pasted.
    return undefined;
  }
}
