declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file, unless somebody else holds it. */
  export function tryLock(descriptor: number): boolean;
}
