/** Gives a file to the person, in the browser's own way of saving. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads it after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
