/** The bytes every JPEG begins with. */
export const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

export const isJpegStart = (bytes: Uint8Array): boolean => JPEG_START.equals(bytes.subarray(0, JPEG_START.length));
