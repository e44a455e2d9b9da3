import { describe, expect, it } from '@jest/globals';
import { postOnce, useOutbound } from '../use-outbound.js';

const { useAgent, useReceiver } = useOutbound();

const refusal = expect.objectContaining({ kind: 'failed', reason: 'refused_address' });

describe('a URL whose host is an address in some spelling', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0X7F.0x0.0x0.0x1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://127。0。0。1:PORT/',
    'http://good@127.0.0.1:PORT/',
    'http://good.example:80@127.0.0.1:PORT/',
    'http://good.example%2f@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@good.example/',
    'http:127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT/',
    ' HTTP://127.0.0.1:PORT/ ',
    'ht\ntp://127.0.\t0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::FFFF:7F00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[64:ff9b:1::127.0.0.1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[fd00:ec2::254]:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://0xA9FEA9FE/latest/meta-data/',
    'https://127.0.0.1:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
  ])('%p is refused and nothing is connected', async (url) => {
    const bystander = await useReceiver();

    const outcome = await postOnce(useAgent(), url.replace('PORT', String(bystander.port)));

    expect(outcome).toEqual(refusal);
    expect(bystander.sockets).toHaveLength(0);
  });

  it.each(['http://127.0.0.1:PORT/', 'http://2130706433:PORT/', 'http://[::ffff:127.0.0.1]:PORT/'])(
    '%p is reached when the operator has allowed loopback',
    async (url) => {
      const receiver = await useReceiver();

      const outcome = await postOnce(
        useAgent({ allowedCidrs: ['127.0.0.0/8'] }),
        url.replace('PORT', String(receiver.port)),
      );

      expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
    },
  );
});
