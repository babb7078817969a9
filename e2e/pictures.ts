/** A picture of one indigo dot, as a PNG. */
export const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgaGD4DwADhAGAeBBp+QAAAABJRU5ErkJggg==',
  'base64',
);

/** What an attacker would upload as a logo. */
export const scriptedSvg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
