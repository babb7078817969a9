/** True if a newer version is on this device and waits to be taken. */
export async function updateWaits(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(registration?.active && registration.waiting);
  } catch {
    // There is no worker over plain HTTP, nor where the browser refuses its storage.
    return false;
  }
}
