// Grafana's own data source for InfluxDB, without Grafana around it: reads data source, queries of its builder and time range as JSON,
// prints the frames that a panel would get. Built inside Grafana's module by `STRUCTLINE_PEERS=grafana npm run peers`.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/httpclient"
	"github.com/grafana/grafana/pkg/tsdb/influxdb"
)

type request struct {
	DataSource struct {
		URL            string            `json:"url"`
		User           string            `json:"user"`
		JSONData       json.RawMessage   `json:"jsonData"`
		SecureJSONData map[string]string `json:"secureJsonData"`
	} `json:"datasource"`
	From    time.Time         `json:"from"`
	To      time.Time         `json:"to"`
	Queries []json.RawMessage `json:"queries"`
}

func main() {
	var asked request
	check(json.NewDecoder(os.Stdin).Decode(&asked))
	source := asked.DataSource
	plugin := backend.PluginContext{OrgID: 1, PluginID: "influxdb", DataSourceInstanceSettings: &backend.DataSourceInstanceSettings{
		ID:                      1,
		UID:                     "structline",
		URL:                     source.URL,
		User:                    source.User,
		BasicAuthEnabled:        source.User != "",
		BasicAuthUser:           source.User,
		JSONData:                source.JSONData,
		DecryptedSecureJSONData: source.SecureJSONData,
	}}
	service := influxdb.ProvideService(httpclient.NewProvider())
	health, err := service.CheckHealth(context.Background(), &backend.CheckHealthRequest{PluginContext: plugin})
	check(err)
	queries := []backend.DataQuery{}
	for _, query := range asked.Queries {
		var named struct {
			RefID      string `json:"refId"`
			IntervalMs int64  `json:"intervalMs"`
		}
		check(json.Unmarshal(query, &named))
		queries = append(queries, backend.DataQuery{
			RefID:         named.RefID,
			JSON:          query,
			Interval:      time.Duration(named.IntervalMs) * time.Millisecond,
			MaxDataPoints: 1000,
			TimeRange:     backend.TimeRange{From: asked.From, To: asked.To},
		})
	}
	answer, err := service.QueryData(context.Background(), &backend.QueryDataRequest{PluginContext: plugin, Queries: queries})
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"health":  map[string]string{"status": health.Status.String(), "message": health.Message},
		"answers": answer,
	}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
