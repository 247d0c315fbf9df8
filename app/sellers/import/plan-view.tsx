import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { Encoding } from "~/.server/spreadsheet/csv-encoding";
import { sellerPath } from "~/domain/paths";
import { formatNumber } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { LinkButton, Notice } from "~/ui";
import { Counts } from "~/ui/data/counts";
import { DataTable } from "~/ui/data/data-table";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import classes from "./import.module.css";
import type { PlanContent } from "./plan-page.server";
import { isCorrectable, Problems } from "./problems";

const kinds = ["create", "update", "unchanged", "wrong"] as const;

export function PlanView({ plan }: { plan: PlanContent }) {
  const t = useT();
  const locale = useLocale();
  const { counts, source, warnings, ignored, isStarted } = plan;
  return (
    <Stack gap="xl">
      <section className={theme.card}>
        <Stack gap="md">
          <Group justify="space-between" gap="1rem" className={classes.counts}>
            <Counts
              items={kinds.map((kind) => ({
                name: t(`import:counts.${kind}`),
                count: formatNumber(counts[kind], locale),
                kind: counts[kind] === 0 ? "none" : kind === "wrong" ? "bad" : undefined,
              }))}
            />
            {!isStarted && isCorrectable(plan) && <AnotherFileLink plan={plan} />}
          </Group>
          {source && <Text c="dimmed">{source}</Text>}
          {ignored.length > 0 && <Text c="dimmed">{t("import:ignored", { names: ignored.join(", ") })}</Text>}
          {plan.encoding && <EncodingForm plan={plan} encoding={plan.encoding} />}
          {warnings.map((warning) => (
            <Notice key={warning} kind="warning">
              <p>{warning}</p>
            </Notice>
          ))}
          {plan.importable === 0 && counts.wrong > 0 && (
            <Notice
              kind="error"
              title={counts.unchanged > 0 ? t("import:nothing") : t("import:allWrong", { count: counts.wrong })}
            />
          )}
          {isStarted ? <Started plan={plan} /> : !isCorrectable(plan) && <StartForm plan={plan} />}
        </Stack>
      </section>
      {counts.wrong > 0 && <Problems plan={plan} />}
      {plan.preview.length > 0 && <Preview plan={plan} />}
      {counts.wrong === 0 && plan.preview.length === 0 && (
        <Statement level={2} drawing="done" title={t("import:nothing")} />
      )}
    </Stack>
  );
}

const encodingNames: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "windows-1250": "Windows (windows-1250)",
  "iso-8859-2": "ISO 8859-2",
  "x-mac-ce": "Mac (x-mac-ce)",
  cp852: "DOS (CP852)",
};

function EncodingForm({ plan: { id, formKey }, encoding }: { plan: PlanContent; encoding: Encoding }) {
  const t = useT();
  const href = useHref();
  return (
    <PostForm formKey={formKey} replace action={href(`/sellers/import?plan=${id}`)}>
      <Text mb="xs">{t("import:encoding.found", { name: encodingNames[encoding] })}</Text>
      <input type="hidden" name="reread" value={id} />
      <Group align="end" gap="xs">
        <NativeSelect
          name="encoding"
          label={t("import:encoding.label")}
          defaultValue={encoding}
          data={Object.entries(encodingNames).map(([value, label]) => ({ value, label }))}
        />
        <SubmitButton variant="default" pending={t("import:checking")}>
          {t("import:encoding.reread")}
        </SubmitButton>
      </Group>
    </PostForm>
  );
}

/** If rows can be corrected, the button is in their form instead, which also sends corrections. */
function StartForm({ plan }: { plan: PlanContent }) {
  const { id, counts, importable, formKey } = plan;
  const t = useT();
  const href = useHref();
  return (
    <PostForm formKey={formKey} action={href(`/sellers/import?plan=${id}`)}>
      {importable > 0 && counts.wrong > 0 && <Text mb="sm">{t("import:skipped", { count: counts.wrong })}</Text>}
      <input type="hidden" name="plan" value={id} />
      <Group gap="xs">
        {importable > 0 && (
          <SubmitButton pending={t("common:starting")}>{t("import:start", { count: importable })}</SubmitButton>
        )}
        <AnotherFileLink plan={plan} />
      </Group>
    </PostForm>
  );
}

function AnotherFileLink({ plan: { fileName } }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  return <LinkButton to={href("/sellers/import")}>{t(fileName ? "import:another" : "import:anotherPaste")}</LinkButton>;
}

function Started({ plan }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  return (
    <>
      <p>{t("import:started")}</p>
      <Group gap="xs">
        <LinkButton to={href(`/sellers/jobs/${plan.id}`)} variant="filled">
          {t("import:toJob")}
        </LinkButton>
        <AnotherFileLink plan={plan} />
      </Group>
    </>
  );
}

function Preview({ plan: { preview, previewFields, importable } }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  const line = t("import:line");
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" style={{ marginBottom: "0.5rem" }}>
        {t("import:preview")}
      </h2>
      {preview.length < importable && (
        <Text c="dimmed" mb="xs">
          {t("common:shownOf", { shown: preview.length, total: importable })}
        </Text>
      )}
      <DataTable
        labelledBy="preview"
        columns={[line, t("common:seller"), t("common:action"), ...previewFields.map(({ label }) => label)]}
      >
        {preview.map((row) => (
          <tr key={row.line}>
            <td data-label={line} className={classes.line}>
              {row.line}
            </td>
            <th scope="row">
              <bdi translate="no">
                {row.sellerId === undefined ? (
                  row.name
                ) : (
                  <Link to={href(sellerPath(row.sellerId))}>{row.name || row.sellerId}</Link>
                )}
              </bdi>
            </th>
            <td>{t(row.sellerId === undefined ? "import:created" : "import:updated")}</td>
            {previewFields.map(({ column, label }) => (
              <td key={column} data-label={label} className={classes.change}>
                <Change change={row.changes.find((each) => each.column === column)} />
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function Change({ change }: { change: PlanContent["preview"][number]["changes"][number] | undefined }) {
  if (!change) return null;
  const { before, after } = change;
  return (
    <>
      {before !== undefined && (
        <>
          <del>
            <bdi translate="no">{before}</bdi>
          </del>{" "}
          →{" "}
        </>
      )}
      <ins>
        <bdi translate="no">{after}</bdi>
      </ins>
    </>
  );
}
