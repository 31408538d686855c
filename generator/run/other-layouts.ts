/** A channel's structs as other compilers lay them out. `channel-message explain` compares an unknown frame with them. */

import { basename } from "node:path";
import { ABI_NAMES } from "../../runtime/channels/abi-names.ts";
import { type ChannelSettings, includePathsOf } from "../../runtime/channels/channel-settings.ts";
import type { OtherLayout } from "../../runtime/frames/other-layout.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { compileChannel } from "../compile.ts";
import { hasErrors } from "../diagnostics/order.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { plansOf } from "../plan/plans-of.ts";
import type { CompiledStruct } from "../rules/compiled-rule.ts";
import { folderReader } from "../source/folder-reader.ts";

/** Values of `#pragma pack`, in bytes, that projects set for all headers. */
const PACKINGS = [2, 4];

/** Layouts with every other setting for which the headers compile. */
export function otherLayouts(channel: ChannelSettings, { file, directory }: Settings): OtherLayout[] {
  const [plan] = plansOf(channel, [], basename(file));
  return variantsOf(plan!).flatMap(([setting, variant]) => {
    const reader = folderReader(includePathsOf(channel), directory);
    const { value, diagnostics } = compileChannel({ plan: variant, reader });
    return hasErrors(diagnostics) ? [] : value.structs.map((struct) => otherLayout(struct, setting));
  });
}

function variantsOf(plan: ChannelPlan): [setting: string, plan: ChannelPlan][] {
  const abis = ABI_NAMES.filter((abi) => abi !== plan.abi);
  const { cflags = [] } = plan;
  return [
    ...abis.map((abi): [string, ChannelPlan] => [`abi = ${abi}`, { ...plan, abi }]),
    ...PACKINGS.map((bytes): [string, ChannelPlan] => {
      const flag = `-fpack-struct=${bytes}`;
      return [`cflags = ${[...cflags, flag].join(" ")}`, { ...plan, cflags: [...cflags, flag] }];
    }),
  ];
}

function otherLayout({ layout, fields }: CompiledStruct, setting: string): OtherLayout {
  const { message, id, wireSize, size } = layout;
  const extra = message.named?.checkExtra;
  const checks = fields.flatMap(({ leaf, check }) =>
    check === undefined ? [] : [{ field: leaf.path, byteOffset: leaf.byteOffset, ...check }],
  );
  return {
    ...{ name: message.name, id, wireSize, size, setting },
    ...(extra !== undefined && { checkExtra: Uint8Array.of(extra) }),
    ...(checks.length > 0 && { checks }),
    fields: fields.map(({ leaf }) => {
      const { path, byteOffset } = leaf;
      return leaf.kind === "text"
        ? { path, byteOffset, bitOffset: 0, bitWidth: 8 * leaf.length }
        : { path, byteOffset, bitOffset: leaf.bitOffset, bitWidth: leaf.bitWidth };
    }),
  };
}
