/** The part of Web Serial that the page uses; browsers without it have no `navigator.serial`. [wicg.github.io/serial] */

interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  getInfo(): { readonly usbVendorId?: number; readonly usbProductId?: number };
}

interface Serial extends EventTarget {
  /** Asks the user. @throws NotFoundError if no port was chosen */
  requestPort(): Promise<SerialPort>;
}

interface Navigator {
  readonly serial?: Serial;
}
