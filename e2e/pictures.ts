/** One indigo dot, as a PNG. */
export const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgaGD4DwADhAGAeBBp+QAAAABJRU5ErkJggg==',
  'base64',
);

/** A drawing with a script, as an attacker would upload it as a logo. */
export const scriptedSvg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
