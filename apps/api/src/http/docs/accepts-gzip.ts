/** Whether `Accept-Encoding` allows gzip (RFC 9110, 12.5.3); a weight of zero forbids it. */
export function acceptsGzip(header: string | readonly string[] | undefined): boolean {
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()));
  const offer = offers.find(([name]) => name === 'gzip') ?? offers.find(([name]) => name === '*');
  return offer !== undefined && !offer.some((part) => /^q=0(\.0*)?$/.test(part));
}
